/** Fonts of a browser whose pictures are compared: the same on all machines. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './git';

/** Fonts by the generic family that they stand for. */
const fonts = {
  'system-ui': { family: 'Inter', package: '@expo-google-fonts/inter' },
  'sans-serif': { family: 'Inter', package: '@expo-google-fonts/inter' },
  monospace: { family: 'JetBrains Mono', package: '@expo-google-fonts/jetbrains-mono' },
  emoji: { family: 'Noto Emoji', package: '@expo-google-fonts/noto-emoji' },
} as const;

/** Returns the environment of a browser that has only these fonts, drawn without hints. */
export function pictureFonts(): Record<string, string> {
  const folder = temporaryFolder('fonts');
  const folders = new Set(Object.values(fonts).map((font) => dirname(require.resolve(`${font.package}/package.json`))));
  const families = Object.entries(fonts).map(
    ([generic, { family }]) =>
      `<match><test name="family"><string>${generic}</string></test>` +
      `<edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`,
  );
  const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${[...folders].map((path) => `<dir>${path}</dir>`).join('\n  ')}
  <cachedir>${folder}</cachedir>
  ${families.join('\n  ')}
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, config);
  return { FONTCONFIG_FILE: file };
}
