/** Headers of user-supplied files: browsers must not execute them under the instance's origin. */
import { extensionOf } from './file-name';

/** Images that are shown inline. SVG is not among them, because it can contain scripts. */
const pictures: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  ico: 'image/x-icon',
  webp: 'image/webp',
};

/** Returns the headers of a file download: images inline, all other files as attachment. */
export function safeHeaders(fileName: string, size: number): Record<string, string> {
  const picture = pictures[extensionOf(fileName)];
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return {
    'Content-Type': picture ?? 'application/octet-stream',
    'Content-Disposition': `${picture ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    'Content-Length': String(size),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
  };
}
