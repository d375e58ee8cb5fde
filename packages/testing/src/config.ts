/** Reads a variable that the test runner sets. */
export function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests through npm test or npx jest`);
  return value;
}
