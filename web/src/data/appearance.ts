import { api, unwrap } from '#api/client';
import { sendForm } from '#api/send-form';
import type { BodyOf } from '#api/types';

/** Keys of the queries of appearance. */
export const appearanceKeys = {
  all: ['admin', 'appearance'],
} as const;

/** Get the appearance of the instance. */
export function getAppearance() {
  return unwrap(api.GET('/api/v4/application/appearance'));
}

/** Update the appearance of the instance. */
export function updateAppearance(body: BodyOf<'put', '/api/v4/application/appearance'>) {
  return unwrap(api.PUT('/api/v4/application/appearance', { body }));
}

/** Replaces a picture of the appearance; an empty text removes it. */
export function updateAppearancePicture(name: string, picture: File | '') {
  return sendForm('PUT', '/api/v4/application/appearance', { [name]: picture });
}
