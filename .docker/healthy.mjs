// The health check of the images. It ends with 0 when the server of the container is ready for calls, else with 1. A
// worker takes no calls (`healthy.mjs worker`): it is healthy when its metrics say that it can read the database.
const { PORT = '3000', METRICS_PORT = '9464' } = process.env;
const isWorker = process.argv[2] === 'worker';
const isReady = await fetch(
  isWorker
    ? `http://127.0.0.1:${METRICS_PORT.replace(/.*:/, '')}/metrics`
    : `http://127.0.0.1:${PORT}/api/health/ready`,
).then(
  async (answer) => answer.ok && (!isWorker || /^wasl_database_up 1$/m.test(await answer.text())),
  () => false,
);
process.exit(isReady ? 0 : 1);
