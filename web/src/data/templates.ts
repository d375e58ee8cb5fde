/** File templates for new projects. */
import { api, unwrap } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of templates. */
export const templateKeys = {
  gitignores: ['templates', 'gitignores'],
  licenses: ['templates', 'licenses'],
} as const;

/** List the gitignore templates. */
export function listGitignores(query: QueryOf<'get', '/api/v4/templates/gitignores'>) {
  return unwrap(api.GET('/api/v4/templates/gitignores', { params: { query } }));
}

/** Get a gitignore template. */
export function getGitignore(key: string) {
  return unwrap(api.GET('/api/v4/templates/gitignores/{key}', { params: { path: { key } } }));
}

/** List the license templates. */
export function listLicenses(query: QueryOf<'get', '/api/v4/templates/licenses'>) {
  return unwrap(api.GET('/api/v4/templates/licenses', { params: { query } }));
}

/** Get a license template with the name of the project and its owner. */
export function getLicense(key: string, query: QueryOf<'get', '/api/v4/templates/licenses/{key}'>) {
  return unwrap(api.GET('/api/v4/templates/licenses/{key}', { params: { path: { key }, query } }));
}
