import { callerFields } from './scope';

describe('callerFields', () => {
  it('names the user, the owner of the token and the token', () => {
    expect(callerFields({ user: { id: 7 }, real_user_id: 7, token_id: 3 })).toEqual({
      user_id: 7,
      real_user_id: 7,
      token_id: 3,
    });
  });

  it('names the target of sudo', () => {
    expect(callerFields({ user: { id: 7 }, real_user_id: 1, token_id: 3 })).toEqual({
      user_id: 7,
      real_user_id: 1,
      sudo_user_id: 7,
      token_id: 3,
    });
  });

  it('is empty for anonymous callers and services', () => {
    expect(callerFields({ user: null, real_user_id: null })).toEqual({});
  });
});
