/** Licenses as templates, with placeholders for the year, the project and the copyright holder. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { LicenseTemplate } from '@forgemesh/proto/repository/v1/template';
import { licenseWithText } from '#content/licenses';
import { licenseTerms } from './license-terms';

/** Values of the placeholders; placeholders without value are kept. */
export interface LicenseValues {
  project?: string | undefined;
  fullname?: string | undefined;
}

const year = /[<[{](?:year|yyyy)[>\]}]|\bYEAR\b/gi;
const projectName = /[<[{](?:project|one line [^>\]}]*what it does\.?)[>\]}]/gi;
const holder =
  /[<[{](?:fullname|owner|copyright holders?|name of (?:author|copyright owner|copyright holder))[>\]}]|\bAUTHOR EMAIL\b/gi;
/** The notice of a license's original author, which users replace with their own. */
const firstNotice =
  /^Copyright \(c\) [\d-]+ by Internet Systems Consortium.*\n+Copyright \(c\) [\d-]+ by Internet Software Consortium.*$/im;

/** Keys of the offered licenses, in order. */
export function licenseKeys(isPopularOnly: boolean): string[] {
  return [...licenseTerms].filter(([, { popular }]) => popular || !isPopularOnly).map(([key]) => key);
}

/** A license with its terms and text; undefined for a key that is not offered. */
export function findLicense(key: string, values: LicenseValues = {}): ResponseOf<LicenseTemplate> | undefined {
  const terms = licenseTerms.get(key);
  const found = terms && licenseWithText(key);
  if (!found) return undefined;
  return { ...found.license, ...terms, featured: terms.popular, content: fillPlaceholders(found.text, values) };
}

/** Fills the placeholders of a text. */
export function fillPlaceholders(text: string, { project, fullname }: LicenseValues): string {
  return text
    .replace(firstNotice, 'Copyright (c) [year] [fullname]')
    .replace(year, () => String(new Date().getUTCFullYear()))
    .replace(projectName, () => project || '[project]')
    .replace(holder, () => fullname || '[fullname]');
}
