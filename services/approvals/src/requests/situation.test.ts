import { isValid } from './situation';

describe('an approval', () => {
  it.each([
    [3, 3, true, true],
    [2, 3, true, false],
    [2, 3, false, true],
    [4, 3, true, true],
  ])('of version %i, seen from version %i with resets %s, is valid: %s', (seen, version, resets, valid) => {
    expect(isValid({ version_number: seen }, version, { reset_approvals_on_push: resets })).toBe(valid);
  });
});
