import { accountLimitsOf, addressLimitsOf, knownNetworkKeyOf, pairLimitsOf } from './sign-in-limits';

const account = '7';
const brief = (limits: { key: string; max: number; windowMs: number }[]): string[] =>
  limits.map(({ key, max, windowMs }) => `${key}: ${max} in ${windowMs / 60_000}`);

it('lock an account for the network of the client first', () => {
  expect(brief(pairLimitsOf({ account, address: '192.0.2.1' }))).toEqual(['pair/password/7/192.0.2.1: 10 in 10']);
  expect(brief(pairLimitsOf({ account, address: '10.0.0.1' }))).toEqual(['pair/password/7/10.0.0.1: 10 in 10']);
  expect(brief(pairLimitsOf({ account, address: '2001:db8:1:2::1' }))).toEqual([
    'pair/password/7/2001:db8:1:2::/64: 10 in 10',
    'pair/password/7/2001:db8:1::/56: 40 in 10',
  ]);
  expect(brief(pairLimitsOf({ account, address: '' }))).toEqual(['pair/password/7/: 10 in 10']);
});

it('lock it for all networks at a higher number', () => {
  expect(brief(accountLimitsOf({ account, address: '' }))).toEqual(['account/password/7: 100 in 10']);
  expect(brief(accountLimitsOf({ account, address: '', kind: 'token' }))).toEqual(['account/token/7: 100 in 10']);
  expect(brief(accountLimitsOf({ account, address: '', kind: 'code' }))).toEqual(['account/code/7: 20 in 1440']);
});

it('lock an address for all accounts, a private one at ten times the number', () => {
  expect(brief(addressLimitsOf({ account, address: '::ffff:192.0.2.1' }))).toEqual(['address/192.0.2.1: 100 in 10']);
  expect(brief(addressLimitsOf({ account, address: '10.0.0.1' }))).toEqual(['address/10.0.0.1: 1000 in 10']);
  expect(brief(addressLimitsOf({ account, address: '127.0.0.1', kind: 'code' }))).toEqual([
    'address/127.0.0.1: 1000 in 10',
  ]);
  expect(brief(addressLimitsOf({ account, address: '2001:db8::1', kind: 'token' }))).toEqual([
    'token/address/2001:db8::/64: 100 in 10',
    'token/address/2001:db8::/56: 400 in 10',
  ]);
});

it('do not apply to what is unknown', () => {
  expect([
    ...pairLimitsOf({ account: '', address: '192.0.2.1' }),
    ...accountLimitsOf({ account: '', address: '' }),
  ]).toEqual([]);
  expect(addressLimitsOf({ account, address: '' })).toEqual([]);
});

it('remember the network of an account for each kind of secret', () => {
  expect(knownNetworkKeyOf({ account, address: '2001:db8::1' })).toBe('known/password/7/2001:db8::/64');
  expect(knownNetworkKeyOf({ account, address: '192.0.2.1', kind: 'code' })).toBe('known/code/7/192.0.2.1');
  expect(knownNetworkKeyOf({ account, address: '' })).toBeUndefined();
  expect(knownNetworkKeyOf({ account: '', address: '192.0.2.1' })).toBeUndefined();
});
