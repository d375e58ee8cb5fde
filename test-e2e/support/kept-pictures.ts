/** Pictures of pages that are compared with kept ones. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@forgemesh/testing';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { renewsPictures } from '../config';

const KEPT = join(__dirname, '../full/web/pictures');
const RESULTS = join(__dirname, '../../test-results/pictures');

/** Pictures are kept in half their size: that is enough to see what a page looks like. */
const SCALE = 2;
/** Colours that differ less are the same. */
const COLOR_THRESHOLD = 0.2;
/** Part of the pixels that differ between pictures of the same page: the edges of round shapes. */
const MAX_NOISE = 0.0005;
/** Part of the pixels that may differ, because versions of the browser draw letters differently. */
const MAX_DIFFERENCE = 0.01;

/**
 * Takes a picture of the visible part of a page, without what differs from run to run, as soon as
 * the page does not change any more.
 */
export async function takePicture(page: Page): Promise<Buffer> {
  const take = async (): Promise<Buffer> => {
    await page.evaluate(hideVolatileTexts);
    return page.screenshot({ animations: 'disabled', caret: 'hide' });
  };
  let last = await take();
  const takeNext = async (): Promise<number> => {
    const [previous, present] = [last, await take()];
    last = present;
    return (await differenceOf(reduce(PNG.sync.read(previous)), reduce(PNG.sync.read(present)))).part;
  };
  await waitFor(takeNext, (part) => part < MAX_NOISE);
  return last;
}

/** Runs in the page: replaces times, ids of commits and unique parts of names. */
const hideVolatileTexts = `(() => {
  for (const time of document.querySelectorAll('time')) time.textContent = '3 days ago';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue
      .replace(/-[0-9a-f]{10}\\b/g, '')
      .replace(/\\b[0-9a-f]{8}\\b/g, '0a1b2c3d')
      .replace(/127\\.0\\.0\\.1:\\d+/g, 'forge.example');
    const isNumber = /Project ID/.test(node.previousSibling?.nodeValue ?? '');
    if (text !== node.nodeValue || isNumber) node.nodeValue = isNumber ? '7' : text;
  }
  document.activeElement?.blur();
})()`;

/**
 * Compares a picture with the kept one: returns the part of the pixels that differs, if it is more
 * than what is allowed, and writes the difference to `test-results/pictures`. A run that renews the
 * pictures keeps this one instead.
 */
export async function comparePicture(name: string, taken: Buffer): Promise<number | undefined> {
  const present = reduce(PNG.sync.read(taken));
  if (renewsPictures) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(keptPath(name), encode(present));
    return undefined;
  }
  const kept = readKept(name);
  const { part, picture } = await differenceOf(kept, present);
  const results = { kept, present, difference: picture };
  mkdirSync(RESULTS, { recursive: true });
  for (const [kind, result] of Object.entries(results)) {
    const path = join(RESULTS, `${name}-${kind}.png`);
    if (part > MAX_DIFFERENCE && result) writeFileSync(path, encode(result));
    else rmSync(path, { force: true });
  }
  return part > MAX_DIFFERENCE ? part : undefined;
}

/** Returns the part of the pixels in which a picture differs from the kept one. */
export async function partThatDiffers(name: string, taken: Buffer): Promise<number> {
  return (await differenceOf(readKept(name), reduce(PNG.sync.read(taken)))).part;
}

const keptPath = (name: string): string => join(KEPT, `${name}.png`);

function readKept(name: string): PNG | undefined {
  return existsSync(keptPath(name)) ? PNG.sync.read(readFileSync(keptPath(name))) : undefined;
}

interface Difference {
  /** Part of the pixels that differ. */
  part: number;
  /** Where they are; absent if the pictures have different sizes. */
  picture?: PNG;
}

async function differenceOf(kept: PNG | undefined, present: PNG): Promise<Difference> {
  const { width, height } = present;
  if (kept?.width !== width || kept.height !== height) return { part: 1 };
  const { default: pixelmatch } = await import('pixelmatch');
  const picture = new PNG({ width, height });
  const count = pixelmatch(kept.data, present.data, picture.data, width, height, { threshold: COLOR_THRESHOLD });
  return { part: count / (width * height), picture };
}

/** Returns the picture in the kept size: each pixel is the mean of a square. */
function reduce(picture: PNG): PNG {
  const [width, height] = [Math.floor(picture.width / SCALE), Math.floor(picture.height / SCALE)];
  const small = new PNG({ width, height });
  const at = (x: number, y: number, channel: number): number =>
    picture.data[(y * picture.width + x) * 4 + channel] ?? 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let square = 0; square < SCALE * SCALE; square++)
          sum += at(x * SCALE + (square % SCALE), y * SCALE + Math.floor(square / SCALE), channel);
        small.data[(y * width + x) * 4 + channel] = Math.round(sum / (SCALE * SCALE));
      }
  return small;
}

function encode(picture: PNG): Buffer {
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 });
}
