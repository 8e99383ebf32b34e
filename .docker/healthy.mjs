// The health check of the api image: ends with 0 when the server beside it is ready for calls, with 1 otherwise.
const { PORT = '3000' } = process.env;
const isReady = await fetch(`http://127.0.0.1:${PORT}/api/health/ready`).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
