/** One line of a Dockerfile, continuations joined. */
export interface DockerStep {
  /** `RUN`, `ENV`, … */
  instruction: string;
  /** Its arguments; for a HEALTHCHECK, those after its options. */
  text: string;
}

/** Steps by stage name, in order, including those of base stages first. */
export function dockerStages(dockerfile: string): Map<string, DockerStep[]> {
  const stages = new Map<string, DockerStep[]>();
  let current: DockerStep[] | undefined;
  const lines = dockerfile
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [, base = '', name = ''] = /^(\S+) AS (\w+)$/.exec(rest) ?? [];
      current = [...(stages.get(base) ?? [])];
      stages.set(name, current);
    } else if (current === undefined || instruction === '') {
      throw new Error(`not understood in a Dockerfile: ${line}`);
    } else current.push({ instruction, text: rest.replace(/^(?:--\S+ +)+/, '') });
  }
  return stages;
}

/** `CMD ["node", "x.mjs"]`: the words of a command in its list form. */
export function commandWords(text: string): string[] {
  const words: unknown = JSON.parse(text.replace(/^CMD +/, ''));
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    throw new Error(`not a list of words: ${text}`);
  return words;
}
