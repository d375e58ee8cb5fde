/** A notebook: its texts, code and outputs. */
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { CodeBlock } from '#components/code/code-block';
import { CodeView } from '#components/code/code-view';
import { Markdown } from '#components/markdown';
import type { FileAddress } from '#data/files';
import { MarkdownFile } from './markdown-file';
import { parseNotebook, type NotebookOutput } from './notebook';
import styles from './files.module.css';

/** Shows the notebook, or its source if it is none. */
export function NotebookFile({ text, address }: { text: string; address: FileAddress }) {
  const notebook = useMemo(() => parseNotebook(text), [text]);
  if (!notebook) return <CodeView text={text} fileName={address.path} />;
  return (
    <div className={styles.notebook}>
      {notebook.cells.map((cell, index) =>
        cell.kind === 'markdown' ? (
          <MarkdownFile key={index} text={cell.text} address={address} />
        ) : (
          <section key={index} className={styles.notebookCell} aria-label={t`Cell ${index + 1}`}>
            <CodeBlock
              text={cell.text}
              fileName={`cell${notebook.extension}`}
              label={
                cell.count === null ? t`Code of cell ${index + 1}` : t`Code of cell ${index + 1}, run ${cell.count}`
              }
            />
            {cell.outputs.map((output, at) => (
              <Output key={at} output={output} name={t`Output ${at + 1} of cell ${index + 1}`} />
            ))}
          </section>
        ),
      )}
    </div>
  );
}

function Output({ output, name }: { output: NotebookOutput; name: string }) {
  switch (output.kind) {
    case 'picture':
      return <img className={styles.notebookPicture} alt={name} src={`data:${output.type};base64,${output.data}`} />;
    case 'markdown':
      return <Markdown text={output.text} />;
    case 'text':
      return (
        <pre
          className={`${styles.notebookText}${output.isError ? ` ${styles.notebookError}` : ''}`}
          role="region"
          aria-label={name}
          tabIndex={0}
        >
          {output.text}
        </pre>
      );
  }
}
