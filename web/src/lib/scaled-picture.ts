/** Crops a picture to a square and scales it down, so that every picture fits in a request. */

const SIDE = 192;
/** Pictures of noise compress badly; they get fewer pixels. */
const MIN_SIDE = 48;
const MAX_BASE64_LENGTH = 60_000;

/** Returns a square PNG as base64. Throws an error if the browser cannot read the file. */
export async function scaledPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    for (let side = SIDE; side >= MIN_SIDE; side = Math.floor(side / 2)) {
      const content = await drawn(picture, side);
      if (content.length <= MAX_BASE64_LENGTH) return content;
    }
  } finally {
    picture.close();
  }
  throw new Error('The picture is too large');
}

async function drawn(picture: ImageBitmap, side: number): Promise<string> {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw pictures');
  context.imageSmoothingQuality = 'high';
  const edge = Math.min(picture.width, picture.height);
  const left = (picture.width - edge) / 2;
  const top = (picture.height - edge) / 2;
  context.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
