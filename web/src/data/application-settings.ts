import { authorizedFetch, api, unwrap } from '#api/client';
import { apiErrorOf } from '#lib/api-error';

/** Keys of the queries of application settings. */
export const applicationSettingKeys = {
  all: ['admin', 'settings'],
  document: ['openapi'],
} as const;

/** Get the settings of the instance. */
export function getApplicationSettings() {
  return unwrap(api.GET('/api/v4/application/settings'));
}

/** Path of the operation whose parameters are the settings. */
export const SETTINGS_PATH = '/api/v4/application/settings';

/** Loads the OpenAPI document of the instance, which describes its settings. */
export async function loadOpenApiDocument(): Promise<unknown> {
  const response = await authorizedFetch(new URL('/api/v4/openapi.json', window.location.origin).href);
  return response.json();
}

/** Changes settings that only the document of the instance describes. Throws ApiError. */
export async function saveSettings(changed: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await authorizedFetch(new URL(SETTINGS_PATH, window.location.origin).href, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(changed),
  });
  if (!response.ok) throw apiErrorOf(response, await response.json().catch(() => ''));
}
