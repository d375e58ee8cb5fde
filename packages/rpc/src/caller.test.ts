import { callerOf, type CallerContext } from './caller';

const visitor: CallerContext = { issuer: 'gateway', user: null, real_user_id: null, scopes: [], address: '192.0.2.7' };
const ada = { id: 7, admin: false, external: false } as CallerContext['user'];

describe('the caller of a request', () => {
  it('is its user, at any address', () => {
    const request = { ...visitor, user: ada, real_user_id: 7, scopes: ['api'] };
    expect(callerOf(request)).toEqual({ key: 'user 7', isAnonymous: false });
    expect(callerOf({ ...request, address: '192.0.2.8' })).toEqual(callerOf(request));
  });

  it('is the administrator who acts for a user', () => {
    expect(callerOf({ ...visitor, user: ada, real_user_id: 1, scopes: ['api', 'sudo'] }).key).toBe('user 1');
  });

  it('is the network of a client without a token', () => {
    expect(callerOf(visitor)).toEqual({ key: 'network 192.0.2.7', isAnonymous: true });
    const [one, other, far] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map((address) =>
      callerOf({ ...visitor, address }),
    );
    expect(other).toEqual(one);
    expect(far?.key).not.toBe(one?.key);
  });

  it('is the network of a deploy token or key, which is not anonymous', () => {
    const deploy = { ...visitor, scopes: ['read_repository'] };
    expect(callerOf(deploy)).toEqual({ key: 'deploy 192.0.2.7', isAnonymous: false });
  });

  it('is another process of the instance', () => {
    expect(callerOf({ ...visitor, issuer: 'repository', address: '' })).toEqual({
      key: 'process repository',
      isAnonymous: false,
    });
  });
});
