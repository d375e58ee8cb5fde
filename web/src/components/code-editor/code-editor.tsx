/** An editor for code, which is loaded when it is first shown. */
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, type ComponentProps } from 'react';
import { Loading } from '../states';

const CodeMirror = lazy(async () => ({ default: (await import('./code-mirror')).CodeMirror }));

/** Shows the editor. */
export function CodeEditor(props: ComponentProps<typeof CodeMirror>) {
  return (
    <div className="stack-small">
      <Suspense fallback={<Loading lines={14} />}>
        <CodeMirror {...props} />
      </Suspense>
      <span className="field-hint">
        <Trans>Tab indents. Press Escape, then Tab to leave the editor.</Trans>
      </span>
    </div>
  );
}
