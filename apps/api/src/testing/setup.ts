// Tests outside the workspace's own run may name a PostgreSQL server themselves.
process.env.TZ = 'UTC';
