/** Detects image types by their first bytes, regardless of the file name. */

const signatures: [type: string, bytes: number[]][] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['bmp', [0x42, 0x4d]],
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['ico', [0x00, 0x00, 0x01, 0x00]],
];

/** Returns the type of an image; undefined for anything else. */
export function pictureTypeOf(content: Uint8Array): string | undefined {
  return signatures.find(([, bytes]) => bytes.every((byte, index) => content[index] === byte))?.[0];
}
