/**
 * Finds templates of the instance: those of the template project override built-in ones with the
 * same key.
 */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { FileTemplate, LicenseTemplate, TemplateKey } from '@forgemesh/proto/repository/v1/template';
import { builtInTemplates, isFileTemplateType } from './file-templates';
import { fillPlaceholders, findLicense, licenseKeys, type LicenseValues } from './license-template';
import { findCustomTemplate, listCustomTemplates } from './template-project';
import type { TemplatesDeps } from './deps';

/** Keys and names of the file templates of a type. */
export async function listFileTemplatesOf(call: Call<TemplatesDeps>, type: string): Promise<TemplateKey[]> {
  const custom = await listCustomTemplates(call, type);
  const builtIn = isFileTemplateType(type) ? [...builtInTemplates(type).keys()] : [];
  return [...new Set([...custom, ...builtIn])].map((key) => ({ key, name: key }));
}

/** A file template. Throws NotFoundError with `word`. */
export async function findFileTemplate(
  call: Call<TemplatesDeps>,
  type: string,
  key: string,
  word: string,
): Promise<FileTemplate> {
  const builtIn = isFileTemplateType(type) ? builtInTemplates(type).get(key) : undefined;
  const content = (await findCustomTemplate(call, type, key)) ?? builtIn;
  if (content === undefined) throw new NotFoundError(word);
  return { name: key, content };
}

/** All licenses, or only the popular ones. */
export async function listLicensesOf(
  call: Call<TemplatesDeps>,
  isPopularOnly = false,
): Promise<{ key: string; name: string }[]> {
  const custom = isPopularOnly ? [] : await listCustomTemplates(call, 'licenses');
  const builtIn = licenseKeys(isPopularOnly).filter((key) => !custom.includes(key));
  return [
    ...custom.map((key) => ({ key, name: key })),
    ...builtIn.map((key) => ({ key, name: findLicense(key)?.name ?? key })),
  ];
}

/**
 * A license with filled placeholders; the copyright holder is the caller unless named. Throws
 * NotFoundError with `word`.
 */
export async function findLicenseTemplate(
  call: Call<TemplatesDeps>,
  key: string,
  values: LicenseValues,
  word: string,
): Promise<ResponseOf<LicenseTemplate>> {
  const filled = { project: values.project, fullname: values.fullname || call.user?.name };
  const custom = await findCustomTemplate(call, 'licenses', key);
  if (custom !== undefined) {
    return {
      key,
      name: key,
      nickname: null,
      html_url: null,
      source_url: null,
      popular: false,
      featured: false,
      description: null,
      conditions: [],
      permissions: [],
      limitations: [],
      content: fillPlaceholders(custom, filled),
    };
  }
  // Keys are case-insensitive.
  const license = findLicense(key.toLowerCase(), filled);
  if (!license) throw new NotFoundError(word);
  return license;
}
