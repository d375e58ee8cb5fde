/** The licenses that are recognized, and their texts. */
import { pairsOf } from './license-text';

/** A license in the API. */
export interface KnownLicense {
  key: string;
  name: string;
  nickname: string | null;
  html_url: string;
  source_url: string | null;
}

interface LicenseText {
  license: KnownLicense;
  pairs: ReadonlySet<string>;
}

interface SpdxLicense {
  name: string;
  url: string;
  licenseText: string;
}

/**
 * Ids of the SPDX list. Variants with `only` and `or later` have the same text; they share the key
 * without suffix.
 */
const ids = [
  '0BSD',
  'AFL-3.0',
  'AGPL-3.0-only',
  'Apache-2.0',
  'Artistic-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-4-Clause',
  'BSL-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC0-1.0',
  'ECL-2.0',
  'EPL-1.0',
  'EPL-2.0',
  'EUPL-1.1',
  'EUPL-1.2',
  'GPL-2.0-only',
  'GPL-3.0-only',
  'ISC',
  'LGPL-2.1-only',
  'LGPL-3.0-only',
  'MIT',
  'MPL-2.0',
  'MS-PL',
  'MS-RL',
  'MulanPSL-2.0',
  'NCSA',
  'OFL-1.1',
  'OSL-3.0',
  'PostgreSQL',
  'Unlicense',
  'UPL-1.0',
  'Vim',
  'WTFPL',
  'Zlib',
];

const nicknames: Readonly<Record<string, string>> = {
  'agpl-3.0': 'GNU AGPLv3',
  'gpl-2.0': 'GNU GPLv2',
  'gpl-3.0': 'GNU GPLv3',
  'lgpl-2.1': 'GNU LGPLv2.1',
  'lgpl-3.0': 'GNU LGPLv3',
};

let loadedTexts: readonly LicenseText[] | undefined;

/** The texts of all known licenses as sets of word pairs; loaded on first use. */
export function loadLicenseTexts(): readonly LicenseText[] {
  return (loadedTexts ??= ids.map(readText));
}

/** A known license with its text; undefined for an unknown key. */
export function licenseWithText(key: string): { license: KnownLicense; text: string } | undefined {
  const id = ids.find((each) => keyOf(each) === key);
  return id === undefined ? undefined : readLicense(id);
}

/** The result for a license file with an unknown text. */
export const otherLicense: KnownLicense = {
  key: 'other',
  name: 'Other',
  nickname: null,
  html_url: pageOf('other'),
  source_url: null,
};

function readText(id: string): LicenseText {
  const { license, text } = readLicense(id);
  return { license, pairs: pairsOf(text) };
}

function readLicense(id: string): { license: KnownLicense; text: string } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- one small file each, instead of a list of 5 MB
  const { name, url, licenseText } = require(`spdx-license-list/licenses/${id}.json`) as SpdxLicense;
  const key = keyOf(id);
  const license = {
    key,
    name: name.replace(/ only$/, ''),
    nickname: nicknames[key] ?? null,
    html_url: pageOf(key),
    source_url: url.split('\n')[0] ?? null,
  };
  return { license, text: bodyText(id, licenseText) };
}

function keyOf(id: string): string {
  return id.replace(/-only$/, '').toLowerCase();
}

/** The list appends the GPL's text to that of the LGPL 3; projects keep it in a separate file. */
function bodyText(id: string, text: string): string {
  return id.startsWith('LGPL-3') ? (text.split(/^GNU GENERAL PUBLIC LICENSE$/m)[0] ?? '') : text;
}

function pageOf(key: string): string {
  return `https://choosealicense.com/licenses/${key}/`;
}
