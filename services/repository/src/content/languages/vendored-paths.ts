/** Paths that are not a project's own code: vendored, generated, documentation. */

const vendored = [
  /(^|\/)(node_modules|bower_components|vendors?|[Tt]hird[-_]?[Pp]arty|3rd[-_]?party|extern(al)?s?|deps)\//,
  /(^|\/)(cache|dist|\.yarn|\.venv|venv|site-packages|Godeps|Pods|Carthage)\//,
  /(^|\/)(jquery|bootstrap|modernizr|angular|react|raphael|underscore|prettify|mootools|prototype|normalize)([-.][^/]*)?\.(js|css|scss|less)$/i,
  /(\.|-)min\.(js|css)$/,
  /\.d\.ts$/,
  /(^|\/)(gradlew|mvnw)(\.(bat|cmd))?$/,
  /(^|\/)(configure|config\.guess|config\.sub|aclocal\.m4|libtool\.m4|ltmain\.sh)$/,
  /(^|\/)(\.github|\.vscode|\.circleci)\//,
];

const generated = [
  /\.(pb|pb\.gw|gen)\.go$|(^|\/)zz_generated\.[^/]*\.go$|_(string|easyjson)\.go$/,
  /_pb2(_grpc)?\.py$|_pb\.(js|ts|d\.ts|rb)$|\.pb\.(h|cc|c|swift)$|\.g\.dart$|\.freezed\.dart$/,
  /\.(designer|generated|g)\.(cs|vb)$/i,
  /\.(js|css)\.map$/,
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|composer\.lock|Cargo\.lock|Gemfile\.lock|poetry\.lock|go\.sum)$/,
  /(^|\/)(parser\.tab\.[ch]|lex\.yy\.c)$/,
  /(^|\/)(__generated__|generated)\//,
];

const documentation = [
  /^([Dd]ocs?|[Mm]an|[Ee]xamples?|[Dd]emos?|[Ss]amples?)\//,
  /(^|\/)([Dd]ocumentation|[Gg]roovydoc|[Jj]avadoc|inst\/doc)\//,
  /(^|\/)(CHANGE(S|LOG)?|CONTRIBUTING|COPYING|INSTALL|LICEN[CS]E|[Ll]icen[cs]e|README|[Rr]eadme)(\.|$)/,
];

const all = [...vendored, ...generated, ...documentation];

/** Whether a path is excluded from the languages of its repository. */
export function isVendored(path: string): boolean {
  return all.some((pattern) => pattern.test(path));
}
