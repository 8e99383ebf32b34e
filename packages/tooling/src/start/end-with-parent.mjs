// Loaded into the API before its own code. The channel to `npm start` closes when that process ends, even after a
// kill. The API then drains and ends instead of blocking its port for ever.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
