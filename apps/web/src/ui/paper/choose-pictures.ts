/** Accepted types. HEIC is included: some phones' browsers decode it, and the others report an error. */
const pictures = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif';

export function isPicture(file: File): boolean {
  return (
    /^image\/(?:jpeg|png|webp|hei[cf])$/.test(file.type) ||
    /\.(?:jpe?g|png|webp|hei[cf])$/i.test(file.name)
  );
}

/**
 * Opens the camera or the device's images and returns the files. The input is not in the page: a button has a clear
 * name for all users, and the PDF input stays the only one.
 */
export function choosePictures(
  from: 'camera' | 'device',
  take: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = from === 'camera' ? 'image/*' : pictures;
  if (from === 'camera') input.setAttribute('capture', 'environment');
  else input.multiple = true;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) take(files);
  });
  input.click();
}
