/** The permissions, conditions and limitations of the licenses that are offered as templates. */

/** Terms of a license in API terms. */
export interface LicenseTerms {
  /** Whether it is one of the most commonly used licenses. */
  popular: boolean;
  description: string;
  conditions: string[];
  permissions: string[];
  limitations: string[];
}

const use = ['commercial-use', 'modifications', 'distribution', 'private-use'];
const patentUse = ['commercial-use', 'modifications', 'distribution', 'patent-use', 'private-use'];
const noWarranty = ['liability', 'warranty'];
const noticeOnly = ['include-copyright'];
const copyleft = ['include-copyright', 'document-changes', 'disclose-source', 'same-license'];
const libraryCopyleft = ['include-copyright', 'disclose-source', 'document-changes', 'same-license--library'];

/** Terms by license key. */
export const licenseTerms: ReadonlyMap<string, LicenseTerms> = new Map([
  terms('0bsd', 'Lets everyone do everything with the code, without any condition.', [], use),
  terms(
    'agpl-3.0',
    'Changed versions must be shared under the same license, even if they are only used over a network.',
    [...['include-copyright', 'document-changes', 'disclose-source', 'network-use-disclose', 'same-license']],
    patentUse,
  ),
  terms(
    'apache-2.0',
    'Requires that copyright and license notices are preserved; contributors grant their patent rights to users.',
    [...['include-copyright', 'document-changes']],
    patentUse,
    ['trademark-use', ...noWarranty],
    true,
  ),
  terms('bsd-2-clause', 'Requires that copyright and license notices are preserved.', noticeOnly, use),
  terms(
    'bsd-3-clause',
    'Requires that copyright and license notices are preserved; the names of the authors must not advertise other works.',
    noticeOnly,
    use,
  ),
  terms(
    'bsl-1.0',
    'Requires that copyright and license notices are preserved in source code, not in binaries.',
    ['include-copyright--source'],
    use,
  ),
  terms('cc0-1.0', 'Waives all rights to the extent permitted by law.', [], use, [
    ...['trademark-use', 'patent-use', ...noWarranty],
  ]),
  terms(
    'epl-2.0',
    'Changed versions must be shared under the same license or another one that the author names; for larger projects.',
    [...['disclose-source', 'include-copyright', 'same-license']],
    patentUse,
  ),
  terms('gpl-2.0', 'Changed versions must be shared under the same license with their source code.', copyleft, use),
  terms(
    'gpl-3.0',
    'Changed versions must be shared under the same license with their source code; contributors grant their patent rights.',
    copyleft,
    patentUse,
    noWarranty,
    true,
  ),
  terms('isc', 'Requires that copyright and license notices are preserved; very short text.', noticeOnly, use),
  terms(
    'lgpl-2.1',
    'Changed versions of a library must be shared under the same license; programs that use it need not be.',
    libraryCopyleft,
    use,
  ),
  terms(
    'lgpl-3.0',
    'Changed versions of a library must be shared under the same license; programs that use it need not be.',
    libraryCopyleft,
    patentUse,
  ),
  terms(
    'mit',
    'Requires that copyright and license notices are preserved; short and widely used.',
    noticeOnly,
    use,
    noWarranty,
    true,
  ),
  terms(
    'mpl-2.0',
    'Changed files must be shared under the same license; other files of a larger work need not be.',
    [...['disclose-source', 'include-copyright', 'same-license--file']],
    patentUse,
    ['trademark-use', ...noWarranty],
  ),
  terms('unlicense', 'Dedicates the code to the public domain, without any condition.', [], use),
]);

function terms(
  key: string,
  description: string,
  conditions: string[],
  permissions: string[],
  limitations = noWarranty,
  popular = false,
): [string, LicenseTerms] {
  return [key, { popular, description, conditions, permissions, limitations }];
}
