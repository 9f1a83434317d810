import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCodeFacts } from '../../../../src/localService/responder/codeFacts.ts';

interface Sample {
  ids: string[];
  name: string;
  code: string;
  functions: string[];
  classes: string[];
}

const samples: Sample[] = [
  {
    ids: ['typescript', 'tsx'],
    name: 'TypeScript',
    code: `import { x } from './x.ts';
export interface Shape { area(): number }
export abstract class Circle<T> extends Base implements Shape {
  readonly radius: number;
  constructor(radius: number) {
    super();
  }
  public async area(scale = 1): Promise<number> {
    if (scale > 1) {
      return this.compute(scale);
    }
    for (const a of b) {
    }
  }
  static #hidden<T>(a: T): void {}
}
export const half = (n: number): number => n / 2;
const twice = async function () { return 2; };
export default async function* walk(): AsyncGenerator<string> {}
describe('a thing', () => {
  it('works', async (t) => {
  });
});
const total = (1 + 2).map((n) => n);
const later = async (
const paint = (on: () => void, a = (1)): void => on();
enum Color { Red }`,
    functions: ['area', 'hidden', 'half', 'twice', 'walk', 'later', 'paint'],
    classes: ['Shape', 'Circle', 'Color'],
  },
  {
    ids: ['javascript', 'jsx'],
    name: 'JavaScript',
    code: 'function a() {}\nlet b = x => x;\nmodule.exports = class C {\n  run() {\n  }\n}\nclass D {}\n// function no() {}',
    functions: ['a', 'b', 'run'],
    classes: ['D'],
  },
  {
    ids: ['python', 'py'],
    name: 'Python',
    code: 'class A(B):\n    def f(self):\n        pass\n\nasync def g(): ...\n# def no():',
    functions: ['f', 'g'],
    classes: ['A'],
  },
  {
    ids: ['go'],
    name: 'Go',
    code: 'type Point struct {\n}\nfunc (p *Point) Move(x int) {\n}\nfunc main() {\n\tgo func() {\n\t}()\n}',
    functions: ['Move', 'main'],
    classes: ['Point'],
  },
  {
    ids: ['rust', 'rs'],
    name: 'Rust',
    code: 'pub(crate) struct S;\nenum E { A }\npub trait T {}\nimpl S {\n    pub const unsafe fn new() -> Self {}\n}\nfn main() {}',
    functions: ['new', 'main'],
    classes: ['S', 'E', 'T'],
  },
  {
    ids: ['java'],
    name: 'Java',
    code: `public final class Box<T> {
  private int size = count(1);
  public Box(int size) {
    this.size = size;
  }
  @Override public Map<String, List<T>> all(int a,
      int b) throws IOException {
    if (a > b) {
      return compute(a,
          b);
    } else if (a < b) {
      throw new IllegalStateException(
        "no");
    }
    doIt(a);
  }
}
record Pair(int a) {}`,
    functions: ['Box', 'all'],
    classes: ['Box', 'Pair'],
  },
  {
    ids: ['csharp'],
    name: 'C#',
    code: 'public struct V { }\ninternal sealed class A : B {\n  public static async Task<int> RunAsync(string[] args) {\n    await foo(\n      1);\n  }\n}',
    functions: ['RunAsync'],
    classes: ['V', 'A'],
  },
  {
    ids: ['cpp'],
    name: 'C++',
    code: 'class Foo : public Bar {\n  int *get(int a) const {\n  }\n};\nFoo::Foo(int a) {\n}\nstd::vector<int> Foo::list() {\n  return make(1,\n    2);\n}\nenum class Kind { A };\nclass Later;',
    functions: ['get', 'Foo::Foo', 'Foo::list'],
    classes: ['Foo', 'Kind'],
  },
  {
    ids: ['c'],
    name: 'C',
    code: 'struct point {\n  int x;\n};\nstatic char *name(struct point *p)\n{\n  while (p) {\n  }\n  call(p);\n}\nint main(void) {\n}\nint later(void);',
    functions: ['name', 'main'],
    classes: ['point'],
  },
  {
    ids: ['php'],
    name: 'PHP',
    code: '<?php\nfinal class A {\n  public static function run(): void {}\n}\nfunction &b() {}\ninterface I {}',
    functions: ['run', 'b'],
    classes: ['A', 'I'],
  },
  {
    ids: ['ruby', 'rb'],
    name: 'Ruby',
    code: 'module M\n  class A < B\n    def self.make(x)\n    end\n    def empty?\n    end\n  end\nend',
    functions: ['make', 'empty?'],
    classes: ['M', 'A'],
  },
];

describe('facts of code', () => {
  for (const { ids, name, code, functions, classes } of samples) {
    for (const id of ids) {
      it(`are its functions and classes in ${name}, known as ${id}`, () => {
        assert.deepEqual(readCodeFacts(code, id), {
          languageName: name,
          functions,
          classes,
          isKnownLanguage: true,
        });
      });
    }
  }

  it('name each declaration once', () => {
    assert.deepEqual(readCodeFacts('def a(): pass\ndef a(): pass', 'python').functions, ['a']);
  });

  it('are none in a language without patterns, which is said', () => {
    assert.deepEqual(readCodeFacts('function a() {}', 'cobol'), {
      languageName: 'cobol',
      functions: [],
      classes: [],
      isKnownLanguage: false,
    });
  });
});
