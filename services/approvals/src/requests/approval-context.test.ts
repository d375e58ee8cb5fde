import { isValid } from './approval-context';

describe('an approval', () => {
  it.each([
    [3, 3, true, true],
    [2, 3, true, false],
    [2, 3, false, true],
    [4, 3, true, true],
  ])('of version %i, evaluated for version %i with reset %s, is valid: %s', (seen, version, resets, valid) => {
    expect(isValid({ version_number: seen }, version, { reset_approvals_on_push: resets })).toBe(valid);
  });
});
