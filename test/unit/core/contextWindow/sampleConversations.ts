/** A deterministic random number generator for values from 0 to 1 (xorshift). */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export type Kind = 'prose' | 'code' | 'cjk' | 'mixed';

const WORDS =
  'the a of to in is that it for was on are as with they be at one have this from or had by word but what some we can out other were all there when up use your how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did number sound no most people over know water than call first who may down side been now find any new work part take get place made live where after back little only round man year came show every good me give our under name very through just form sentence great think say help low line differ turn cause much mean before move right boy old too same tell does set three want air well also play small end put home read hand port large spell add even land here must big high such follow act why ask men change went light kind off need house picture try us again animal point mother world near build self earth father whether configuration implementation understanding responsibility approximately'.split(
    ' ',
  );

const NAMES =
  'index value result options parseDuration readFile connection userName itemCount handler request response buffer length total maxTokens isRunning createSession toString map filter entries config error message'.split(
    ' ',
  );

const CHARACTERS =
  '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从';

/** A text of a kind with about this many words. */
export function textOf(kind: Kind, words: number, random: () => number): string {
  const pick = <Item>(items: ArrayLike<Item>): Item => items[Math.floor(random() * items.length)] as Item;
  const times = (count: number, create: () => string, separator: string): string =>
    Array.from({ length: Math.max(1, Math.round(count)) }, create).join(separator);
  switch (kind) {
    case 'prose': {
      const sentence = (): string => {
        const text = times(6 + random() * 14, () => pick(WORDS), ' ').replace(/ (\w+) (\w+)$/, ', $1 $2');
        return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${pick('..?!')}`;
      };
      return times(words / 13, sentence, random() < 0.3 ? '\n\n' : ' ');
    }
    case 'code': {
      const line = (): string => {
        const indent = '  '.repeat(1 + Math.floor(random() * 4));
        const call = `${pick(NAMES)}.${pick(NAMES)}(${pick(NAMES)}, ${Math.floor(random() * 1000)})`;
        return pick([
          `${indent}const ${pick(NAMES)} = ${call};`,
          `${indent}if (${pick(NAMES)} !== undefined && ${call} > 0) {`,
          `${indent}}`,
          `${indent}// ${times(6, () => pick(WORDS), ' ')}`,
          `${indent}return { ${pick(NAMES)}: ${pick(NAMES)}[${pick(NAMES)}], ...${pick(NAMES)} };`,
        ]);
      };
      return times(words / 5, line, '\n');
    }
    case 'cjk':
      return (
        times(words / 12, () => times(8 + random() * 16, () => pick(CHARACTERS), ''), '，') + pick('。？')
      );
    case 'mixed':
      return times(
        Math.ceil(words / 60),
        () => textOf(pick(['prose', 'code', 'cjk'] as const), Math.min(words, 60), random),
        '\n\n',
      );
  }
}

/** A question and its reply. */
export interface Exchange {
  question: string;
  /** Contents of the attachments, as they are sent. */
  attachments: readonly string[];
  reply: string;
}

/** A realistic conversation: short and long questions, some with a file or two. */
export function conversationOf(kind: Kind, seed: number, length: number): Exchange[] {
  const random = randomFrom(seed);
  const proseKind = kind === 'code' && random() < 0.5 ? 'prose' : kind;
  return Array.from({ length }, () => ({
    question: textOf(proseKind, 5 + random() ** 2 * 120, random),
    attachments: Array.from(
      { length: random() < 0.4 ? Math.ceil(random() * 2) : 0 },
      (_, index) =>
        `src/file${index}.ts (typescript), lines 1-${index + 9}:\n\n\`\`\`typescript\n${textOf(
          kind === 'cjk' ? 'mixed' : 'code',
          30 + random() ** 2 * 900,
          random,
        )}\n\`\`\``,
    ),
    reply: `${textOf(proseKind, 30 + random() * 200, random)}\n\n\`\`\`ts\n${textOf('code', 20 + random() * 150, random)}\n\`\`\``,
  }));
}

/** The content of the message that asks for the reply. */
export function sentText({ question, attachments }: Exchange): string {
  return [...attachments, question].join('\n\n');
}
