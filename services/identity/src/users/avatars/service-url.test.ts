import { serviceUrlOf } from './service-url';

describe('serviceUrlOf', () => {
  it('fills the template in', () => {
    const url = serviceUrlOf('https://avatars.example/%{hash}?s=%{size}&d=identicon', 'admin@example.com', 32);
    expect(url).toBe('https://avatars.example/e64c7d89f26bd1972efa854d13d7dd61?s=32&d=identicon');
  });

  it('is null without a template', () => expect(serviceUrlOf('', 'admin@example.com', 32)).toBeNull());
});
