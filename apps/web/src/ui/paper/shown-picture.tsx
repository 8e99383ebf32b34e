import { useEffect, useRef } from 'react';

/** Shows a local picture; its object URL is revoked on unmount. */
export function ShownPicture({
  blob,
  alt,
  className,
}: {
  blob: Blob;
  alt: string;
  className?: string | undefined;
}) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current !== null) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} className={className} />;
}
