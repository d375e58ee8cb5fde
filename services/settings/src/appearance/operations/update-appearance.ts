import { changesOf, removeReplacedAvatar, storeAvatar, type Avatar } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { AppearanceServiceDefinition, type UpdateAppearanceRequest } from '@forgemesh/proto/settings/v1/appearance';
import { isColor } from '../colors';
import { presentAppearance } from '../appearance.entity';
import {
  APPEARANCE_ID,
  findAppearance,
  pictureKinds,
  type AppearanceDocument,
  type PictureKind,
} from '../appearance.model';
import type { AppearanceDeps } from '../deps';

type Request = Parameters<UpdateAppearanceRequest>;

const MAX_PICTURE_BYTES = 1000 * 1024;
const colorFields = ['message_background_color', 'message_font_color'] as const;

/** Updates the appearance of the instance. */
export const updateAppearance = operation(
  AppearanceServiceDefinition.updateAppearance,
  async ({ logo, header_logo, favicon, ...texts }, { deps, principal }: Call<AppearanceDeps>) => {
    assertColors(texts);
    const before = await findAppearance(deps.appearances);
    const given = { ...texts, ...(await storePictures(deps, { logo, header_logo, favicon })) };
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed = await deps.appearances.mutate(APPEARANCE_ID, (current) => {
      const names = Object.keys(changesOf(current, set as Partial<AppearanceDocument>));
      if (names.length === 0) return null;
      const changes = { appearance: names };
      return { set, events: [{ type: 'settings.appearance.updated', actor: principal.id, changes }] };
    });
    const after = changed ?? before;
    await Promise.all(pictureKinds.map((kind) => removeReplacedAvatar(deps.pictureFiles, before[kind], after[kind])));
    return presentAppearance(after);
  },
);

function assertColors(request: Pick<Request, (typeof colorFields)[number]>): void {
  const wrong = colorFields.filter((field) => request[field] !== undefined && !isColor(request[field]));
  if (wrong.length === 0) return;
  throw new ValidationError(Object.fromEntries(wrong.map((field) => [field, ['must be a valid color code']])));
}

async function storePictures(
  { pictureFiles }: AppearanceDeps,
  sent: Pick<Request, PictureKind>,
): Promise<Partial<Record<PictureKind, Avatar | null>>> {
  const stored: Partial<Record<PictureKind, Avatar | null>> = {};
  for (const kind of pictureKinds) {
    const picture = await storeAvatar(pictureFiles, sent[kind], { field: kind, maxBytes: MAX_PICTURE_BYTES });
    if (picture !== undefined) stored[kind] = picture;
  }
  return stored;
}
