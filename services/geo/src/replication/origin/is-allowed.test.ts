import { isAllowed } from './is-allowed';

describe('isAllowed', () => {
  it.each([
    ['0.0.0.0/0, ::/0', '127.0.0.1', true],
    ['0.0.0.0/0, ::/0', '2001:db8::1', true],
    ['10.0.0.0/8', '10.200.3.4', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['2001:db8::/32', '192.0.2.8', false],
    ['', '127.0.0.1', false],
    ['0.0.0.0/0', 'nowhere', false],
  ])('%s allows %s: %s', (allowed, address, expected) => {
    expect(isAllowed(allowed, address)).toBe(expected);
  });
});
