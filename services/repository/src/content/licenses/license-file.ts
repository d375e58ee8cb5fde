/** Names of license files, most likely first. */
const patterns = [
  /^(un)?licen[sc]e$/i,
  /^(un)?licen[sc]e\.(md|markdown|txt|rst|adoc)$/i,
  /^copying$/i,
  /^copying\.(md|markdown|txt|rst|adoc)$/i,
  /^licen[sc]e[-_.][^/]+$/i,
  /^copying[-_.][^/]+$/i,
  /^[^/]+[-_.]licen[sc]e(\.(md|markdown|txt))?$/i,
];

/** The most likely license file among the names in a folder; undefined if none exists. */
export function findLicenseFile(names: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const found = names.find((name) => pattern.test(name));
    if (found !== undefined) return found;
  }
  return undefined;
}
