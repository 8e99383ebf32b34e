/** What is asked for: HEIC too, which browsers of some phones read and the others say they cannot. */
const pictures = 'image/jpeg,image/png,image/webp,image/heic,image/heif';

/** Whether a chosen or dropped file is a picture by its name or kind. */
export function isPicture(file: File): boolean {
  return (
    /^image\/(?:jpeg|png|webp|hei[cf])$/.test(file.type) ||
    /\.(?:jpe?g|png|webp|hei[cf])$/i.test(file.name)
  );
}

/**
 * Opens the camera, or the pictures of the device, and hands over what was taken. The field of the browser's is not in the
 * page: a button says to everybody what it does, and the field of the PDF stays the only one.
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
