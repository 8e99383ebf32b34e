// The health check of the images: ends with 0 when the server beside it is ready for calls, with 1 otherwise. Of a worker
// (`healthy.mjs worker`), which takes no calls: when it answers at its metrics that the database can be read.
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
