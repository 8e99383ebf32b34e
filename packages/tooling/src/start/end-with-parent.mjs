// Loaded into the API before its own code. The channel to `npm start` closes when that process ends,
// also when it is killed outright: the API then drains and ends instead of holding its port for ever.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
