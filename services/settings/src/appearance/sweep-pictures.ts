import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import { findAppearance, pictureKinds } from './appearance.model';
import type { AppearanceDeps } from './deps';

/** Removes unused image files, which crashes leave behind, once a day. */
export const sweepPictures: Schedule<AppearanceDeps> = {
  name: 'settings-sweep-pictures',
  everyMs: DAY_MS,
  async run({ appearances, pictureFiles }) {
    await pictureFiles.sweep(new Date(Date.now() - DAY_MS), async (files) => {
      const appearance = await findAppearance(appearances);
      const used = pictureKinds.map((kind) => appearance[kind]?.file);
      return files.filter((file) => used.includes(file));
    });
  },
};
