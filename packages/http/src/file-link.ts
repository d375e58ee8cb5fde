/** Markdown links to files. */
import { extensionOf } from './file-name';

/** File types that Markdown embeds: images, video and audio. */
const embedded = new Set('png jpg jpeg gif bmp tiff ico svg webp mp4 m4v mov webm ogv mp3 oga ogg spx wav'.split(' '));

/** Returns the text and the Markdown of a link to a file with a clean name. */
export function linkToFile(name: string, url: string): { alt: string; markdown: string } {
  const extension = extensionOf(name);
  const isEmbedded = embedded.has(extension);
  const alt = isEmbedded ? name.slice(0, -extension.length - 1) : name;
  return { alt, markdown: `${isEmbedded ? '!' : ''}[${alt}](${url})` };
}
