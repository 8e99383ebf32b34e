import { isYoutubeUrl } from '@wasl/contracts';

import { LtrText } from '../../../../ui/ltr-text.tsx';

/** The address of a video, to follow where it is one of those that a request may name; else only to read. */
export function VideoLink({ url }: { url: string }) {
  if (!isYoutubeUrl(url)) return <LtrText>{url}</LtrText>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <LtrText>{url}</LtrText>
    </a>
  );
}
