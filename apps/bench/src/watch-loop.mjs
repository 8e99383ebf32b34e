/**
 * Loaded before a measured server. Answers each message with the longest time for which its event loop was blocked since
 * the last one: the processor time of the main thread between two ticks of a timer, which a busy machine does not change.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  const usedMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  let last = usedMs();
  let longest = 0;
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, 1).unref();
  process.on('message', () => {
    look();
    process.send(longest);
    longest = 0;
  });
  process.channel.unref();
}
