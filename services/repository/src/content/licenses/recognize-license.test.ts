import { findLicenseFile } from './license-file';
import { recognizeLicense } from './recognize-license';

const isc = `ISC License

Copyright (c) 2026, Ada Lovelace <ada@example.com>

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
`;

/** A text of the SPDX list. */
function textOf(id: string): string {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- read by name
  return (require(`spdx-license-list/licenses/${id}.json`) as { licenseText: string }).licenseText;
}

describe('the licence of a text', () => {
  it.each([
    ['MIT', 'mit'],
    ['BSD-2-Clause', 'bsd-2-clause'],
    ['BSD-3-Clause', 'bsd-3-clause'],
    ['Apache-2.0', 'apache-2.0'],
    ['GPL-2.0-or-later', 'gpl-2.0'],
    ['GPL-3.0-or-later', 'gpl-3.0'],
    ['LGPL-2.1-or-later', 'lgpl-2.1'],
    ['AGPL-3.0-or-later', 'agpl-3.0'],
    ['0BSD', '0bsd'],
    ['ECL-2.0', 'ecl-2.0'],
    ['MPL-2.0', 'mpl-2.0'],
  ])('%s is %s, whatever its line breaks and copyright holder', (id, key) => {
    const text = textOf(id).replace(/(\S)\n(?=\S)/g, '$1 ');
    expect(recognizeLicense(`Copyright 2026 Ada Lovelace\n\n${text}`).key).toBe(key);
  });

  it('has all fields of the API', () => {
    expect(recognizeLicense(isc)).toEqual({
      key: 'isc',
      name: 'ISC License',
      nickname: null,
      html_url: 'https://choosealicense.com/licenses/isc/',
      source_url: 'https://www.isc.org/licenses/',
    });
    expect(recognizeLicense(textOf('GPL-3.0-only'))).toMatchObject({
      name: 'GNU General Public License v3.0',
      nickname: 'GNU GPLv3',
    });
  });

  it.each([
    '',
    'All rights reserved.',
    isc.replace('with or without fee', 'for a fee of one hundred in gold').slice(0, 300),
  ])('is `other` if unknown: %j', (text) => {
    expect(recognizeLicense(text)).toMatchObject({ key: 'other', name: 'Other', source_url: null });
  });
});

it.each(['\n', ' ', 'the ', 'copyright ', 'all rights reserved ', '\nall rights reserved'])(
  'the licence of a long text of %j is found',
  (piece) => {
    const length = 64 * 1024;
    expect(recognizeLicense(piece.repeat(length).slice(0, length)).key).toBe('other');
  },
);

describe('the licence file', () => {
  it.each([
    [['README.md', 'LICENSE.md', 'LICENSE'], 'LICENSE'],
    [['licence.txt', 'COPYING'], 'licence.txt'],
    [['COPYING.md'], 'COPYING.md'],
    [['UNLICENSE'], 'UNLICENSE'],
    [['LICENSE-MIT', 'LICENSE-APACHE'], 'LICENSE-MIT'],
    [['MIT-LICENSE.txt'], 'MIT-LICENSE.txt'],
    [['README', 'licensing.md', 'src'], undefined],
  ])('among %j is %s', (names, expected) => {
    expect(findLicenseFile(names)).toBe(expected);
  });
});
