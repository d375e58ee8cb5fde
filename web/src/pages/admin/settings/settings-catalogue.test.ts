import { settingsToSend, settingsTopics } from './settings-catalogue';

describe('settingsTopics', () => {
  it('name each setting once, and label each differently within a topic', () => {
    const names = settingsTopics.flatMap(({ fields }) => Object.keys(fields));
    expect(new Set(names).size).toBe(names.length);
    for (const { fields } of settingsTopics) {
      const labels = Object.values(fields).map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

describe('settingsToSend', () => {
  it('adds what the API wants with a switch that is turned on', () => {
    const stored = { unique_ips_limit_per_user: 10, unique_ips_limit_time_window: 3600, plantuml_url: null };
    expect(settingsToSend({ unique_ips_limit_enabled: true, unique_ips_limit_per_user: 5 }, stored)).toEqual({
      unique_ips_limit_enabled: true,
      unique_ips_limit_per_user: 5,
      unique_ips_limit_time_window: 3600,
    });
    expect(settingsToSend({ unique_ips_limit_enabled: false }, stored)).toEqual({ unique_ips_limit_enabled: false });
    expect(settingsToSend({ plantuml_enabled: true }, stored)).toEqual({ plantuml_enabled: true });
  });

  it('sends lists, which forms show with one entry per line', () => {
    expect(settingsToSend({ repository_storages: 'default\n\n second ' }, {})).toEqual({
      repository_storages: ['default', 'second'],
    });
  });
});
