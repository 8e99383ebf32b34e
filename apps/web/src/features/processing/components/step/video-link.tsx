import { isYoutubeUrl } from '@wasl/contracts';

import { LtrText } from '../../../../ui/ltr-text.tsx';

/** Address of a video: a link for the allowed hosts, otherwise plain text. */
export function VideoLink({ url }: { url: string }) {
  if (!isYoutubeUrl(url)) return <LtrText>{url}</LtrText>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <LtrText>{url}</LtrText>
    </a>
  );
}
