// Checks the language of code and documentation; a linter of `npm run lint` and `npm test`.

import { checkLanguage } from '../language/check.ts';

const violations = await checkLanguage();
for (const { path, line, text } of violations) console.log(`${path}:${line}: ${text}`);
process.exitCode = violations.length > 0 ? 1 : 0;
