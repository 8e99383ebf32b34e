// Loaded into the server with --import: on SIGUSR2 it writes how long its event loop was held since the last time.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  const ms = (nanoseconds) => nanoseconds / 1e6;
  const { max, mean } = delay;
  writeFileSync(
    process.env.LOOP_DELAY_FILE,
    JSON.stringify({ max: ms(max), p99: ms(delay.percentile(99)), mean: ms(mean) }),
  );
  delay.reset();
});
