import { createSecretBox } from '@forgemesh/security';
import { sealPlainValues, storedValueOf, valueOf } from './stored-values';

const box = createSecretBox('0'.repeat(64), 'settings');
const context = { box, instance: { hostname: 'forge.example', storages: ['default'] } };

describe('sealPlainValues', () => {
  it('seals values that an earlier version stored in plain text, once', () => {
    const sealedKey = box.seal('key');
    const before = {
      akismet_api_key: sealedKey,
      slack_app_secret: 'plain',
      elasticsearch_url: 'http://a:b@c.example, http://d.example',
      help_text: 'plain',
    };
    const after = sealPlainValues(before, box) as Record<string, unknown>;
    expect(after).toMatchObject({ akismet_api_key: sealedKey, help_text: 'plain' });
    expect(JSON.stringify(after)).not.toMatch(/"slack_app_secret":"plain"|a:b@/);
    expect(valueOf(after, 'slack_app_secret', context)).toBe('plain');
    expect(valueOf(after, 'elasticsearch_url', context)).toEqual(['http://a:b@c.example', 'http://d.example']);
    expect(sealPlainValues(after, box)).toBeUndefined();
  });
});

describe('valueOf', () => {
  it('reads values that a process of the previous version writes', () => {
    const values = { elasticsearch_url: 'http://a.example,http://b.example', slack_app_secret: 'plain' };
    expect(valueOf(values, 'elasticsearch_url', context)).toEqual(['http://a.example', 'http://b.example']);
    expect(valueOf(values, 'slack_app_secret', context)).toBe('plain');
  });

  it('returns the default if nothing is stored', () => {
    expect(valueOf({}, 'elasticsearch_url', context)).toEqual(['http://localhost:9200']);
    expect(storedValueOf('akismet_api_key', null, box)).toBeNull();
  });
});
