import { signatureHeaders, signingKeyOf } from './sign-delivery';

const token = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

it('signs id, time and body', () => {
  expect(signatureHeaders(token, { id: 'msg_1', body: '{"a":1}', now: 1_674_087_231_999 })).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1674087231',
    'webhook-signature': 'v1,13CwSp20Rq9Jr63U04xGSEFFHl45yAd5um13bst/wik=',
  });
});

it.each(['', 'whsec_', 'whsec_AAAA', token.slice(6), `${token}=`, `${token.slice(0, -2)}-=`])(
  '%j is not a key',
  (text) => expect(signingKeyOf(text)).toBeUndefined(),
);
