import { CodeText } from './code-text';
import { useHighlight } from './use-highlight';
import styles from './code.module.css';

interface CodeBlockProps {
  text: string;
  /** Its extension decides the language. */
  fileName: string;
  /** Accessible name: the block can be scrolled with the keyboard. */
  label: string;
}

/** A short piece of code without line numbers. */
export function CodeBlock({ text, fileName, label }: CodeBlockProps) {
  const tokens = useHighlight(text, fileName);
  return (
    <pre className={styles.codeBlock} role="region" aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        <div key={index}>
          <CodeText text={line} tokens={tokens?.[index]} />
        </div>
      ))}
    </pre>
  );
}
