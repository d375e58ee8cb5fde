import { createSecretBox } from '@forgemesh/security';
import { sealEarlierValues, storedValueOf, valueOf } from './stored-values';

const box = createSecretBox('0'.repeat(64), 'settings');
const context = { box, instance: { hostname: 'forge.example', storages: ['default'] } };

describe('sealEarlierValues', () => {
  it('seals what an earlier version stored in plain text, once', () => {
    const sealedKey = box.seal('key');
    const before = {
      akismet_api_key: sealedKey,
      slack_app_secret: 'plain',
      elasticsearch_url: 'http://a:b@c.example, http://d.example',
      help_text: 'plain',
    };
    const after = sealEarlierValues(before, box) as Record<string, unknown>;
    expect(after).toMatchObject({ akismet_api_key: sealedKey, help_text: 'plain' });
    expect(JSON.stringify(after)).not.toMatch(/"slack_app_secret":"plain"|a:b@/);
    expect(valueOf(after, 'slack_app_secret', context)).toBe('plain');
    expect(valueOf(after, 'elasticsearch_url', context)).toEqual(['http://a:b@c.example', 'http://d.example']);
    expect(sealEarlierValues(after, box)).toBeUndefined();
  });
});

describe('valueOf', () => {
  it('reads what a process of the earlier version writes meanwhile', () => {
    const values = { elasticsearch_url: 'http://a.example,http://b.example', slack_app_secret: 'plain' };
    expect(valueOf(values, 'elasticsearch_url', context)).toEqual(['http://a.example', 'http://b.example']);
    expect(valueOf(values, 'slack_app_secret', context)).toBe('plain');
  });

  it('is the default as long as nothing is stored', () => {
    expect(valueOf({}, 'elasticsearch_url', context)).toEqual(['http://localhost:9200']);
    expect(storedValueOf('akismet_api_key', null, box)).toBeNull();
  });
});
