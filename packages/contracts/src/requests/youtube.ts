import { parseUrl } from '../wire/url.ts';

const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'www.youtube-nocookie.com',
]);

/** Whether the text is an https address of a YouTube video. */
export function isYoutubeUrl(text: string): boolean {
  const url = parseUrl(text);
  if (
    url === null ||
    url.protocol !== 'https:' ||
    url.username !== '' ||
    url.port !== '' ||
    !hosts.has(url.hostname)
  )
    return false;
  return url.hostname === 'youtu.be'
    ? /^\/[\w-]{5,20}$/.test(url.pathname)
    : /^[\w-]{5,20}$/.test(url.searchParams.get('v') ?? '') ||
        /^\/(embed|shorts|live)\/[\w-]{5,20}$/.test(url.pathname);
}
