import { beforeAll, describe, expect, test } from "vitest";
import { covers, loadFontsFor, typeface } from "./fonts";
import { MARKS_FAMILY, SCRIPT_FONTS, SHAPED } from "./scripts";
import { printable, runsOf, widthOf } from "./text";
import { FONT_FAMILY, WEIGHT } from "./theme";

/** Everyday letters of a script, and names in it. */
const WRITING: Record<string, { letters: string; names: string[] }> = {
  Chinese: { letters: "王李张刘陈杨黄赵吴周陳劉張黃鄭謝歐龍玥喆", names: ["欧阳静怡", "陳大文"] },
  Japanese: {
    letters: "あいうえおがぱんアイウエオガパンー々",
    names: ["山田さくら", "髙橋".replace("髙", "高")],
  },
  Korean: { letters: "김이박최정강조윤장임", names: ["김민준", "이서연"] },
  Arabic: { letters: "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي", names: ["محمد عبد الله", "فاطمة الزهراء"] },
  "Persian and Urdu": { letters: "پچژگکیےٹڈڑہھں", names: ["علی\u200cرضا", "ڈاکٹر ٹیپو"] },
  Hebrew: { letters: "אבגדהוזחטיכךלמםנןסעפףצץקרשת", names: ["יוסף כהן"] },
  Thai: { letters: "กขคงจฉชซญฎฏฐณดตถทธนบปผฝพฟภมยรลวศษสหอฮ", names: ["สมชาย น้ำทิพย์"] },
  Lao: { letters: "ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອຮ", names: ["ສົມສະໄຫວ"] },
  Khmer: { letters: "កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអ", names: ["ស្រីមុំ", "ចាន់ ធារី"] },
  Hindi: { letters: "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह", names: ["राजेन्द्र श्रीवास्तव"] },
  Bengali: {
    letters: "অআইঈউঊঋএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহড়ঢ়য়ৎ",
    names: ["রবীন্দ্রনাথ ঠাকুর", "শেখ মুজিবুর", "লক্ষ্মী"],
  },
  Telugu: { letters: "అఆఇఈఉఊఎఏఐఒఓఔకఖగఘచఛజఝటఠడఢణతథదధనపఫబభమయరఱలళవశషసహ", names: ["శ్రీనివాస్", "కృష్ణమూర్తి", "లక్ష్మి"] },
  Burmese: { letters: "ကခဂဃငစဆဇဈညဋဌဍဎဏတထဒဓနပဖဗဘမယရလဝသဟဠအ", names: ["မောင်", "အောင်ဆန်းစုကြည်", "သန္တာ"] },
  Odia: { letters: "ଅଆଇଈଉଊଏଐଓଔକଖଗଘଚଛଜଝଟଠଡଢଣତଥଦଧନପଫବଭମଯରଲଳଶଷସହ", names: ["ଶ୍ରୀନିବାସ", "ଲକ୍ଷ୍ମୀ ପଟ୍ଟନାୟକ"] },
  Tibetan: { letters: "ཀཁགངཅཆཇཉཏཐདནཔཕབམཙཚཛཝཞཟའཡརལཤསཧཨ", names: ["བཀྲ་ཤིས", "བསྟན་འཛིན་རྒྱ་མཚོ"] },
  Gujarati: { letters: "કખગઘચછજઝટઠડઢણતથદધનપફબભમયરલવશષસહ", names: ["નરેન્દ્ર પટેલ"] },
  Punjabi: { letters: "ਕਖਗਘਚਛਜਝਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵਸਹ", names: ["ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"] },
  Kannada: { letters: "ಕಖಗಘಚಛಜಝಟಠಡಢಣತಥದಧನಪಫಬಭಮಯರಲವಶಷಸಹ", names: ["ಕೃಷ್ಣ ಮೂರ್ತಿ"] },
  Malayalam: { letters: "കഖഗഘചഛജഝടഠഡഢണതഥദധനപഫബഭമയരലവശഷസഹൻർൽൾ", names: ["കൃഷ്ണൻ ശ്രീ"] },
  Sinhala: { letters: "කඛගඝචඡජඣටඨඩඪණතථදධනපඵබභමයරලවශෂසහ", names: ["ශ්\u200dරී ප්\u200dරේමදාස"] },
  Tamil: { letters: "அஆஇஈஉஊஎஏஐஒஓகஙசஜஞடணதநனபமயரறலளழவஷஸஹ", names: ["தமிழ்ச்செல்வி"] },
  Armenian: { letters: "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ", names: ["Արամ Խաչատրյան"] },
  Georgian: { letters: "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", names: ["გიორგი ბერიძე"] },
  Amharic: { letters: "ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ", names: ["አበበ ቢቂላ"] },
  Yoruba: { letters: "ẹọṣńǹ", names: ["Adébáyọ̀ Ọ̀ṣun", "Ẹ̀kọ́ ọ̀rẹ́"] },
};

beforeAll(async () => {
  await loadFontsFor(Object.values(WRITING).flatMap(({ letters, names }) => [letters, ...names]));
});

/** The glyph that each character of a text is given; 0 is the box of a missing one. */
const glyphsOf = (text: string) =>
  runsOf(printable(text)).flatMap((run) =>
    Array.from(run.text, (character) => {
      const { id } = typeface(run.family).glyphForCodePoint(character.codePointAt(0)!);
      return { character, id };
    }),
  );

describe.each(Object.entries(WRITING))("%s", (_, { letters, names }) => {
  test("is printed in letters, and no letter is a box", () => {
    for (const text of [letters, ...names]) {
      expect(printable(text)).not.toContain("U+");
      expect(glyphsOf(text).filter(({ id }) => id === 0)).toEqual([]);
    }
  });

  test("has a width, as it will be printed", () => {
    for (const name of names) expect(widthOf(name, 10)).toBeGreaterThan(10);
  });
});

/** Every assigned letter from one code point to another. */
const lettersIn = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter((one) =>
    /^\p{L}$/u.test(one),
  );

test("every letter of Latin with its extensions, Greek, Cyrillic and Vietnamese is printed, in both weights", () => {
  const letters = [
    ...lettersIn(0x41, 0x24f),
    ...lettersIn(0x386, 0x3ce),
    ...lettersIn(0x400, 0x4ff),
    ...lettersIn(0x1ea0, 0x1ef9),
  ];
  const glyphs = letters.flatMap(glyphsOf);
  expect(glyphs.filter(({ id }) => id === 0)).toEqual([]);
  expect(letters.filter((letter) => printable(letter).includes("U+"))).toEqual([]);
  for (const { text, family } of runsOf("Žluťoučký Ελλάδα Україна Қазақстан Ђорђе Phương")) {
    expect(family).toBe(FONT_FAMILY);
    for (const character of text) {
      for (const weight of [WEIGHT.regular, WEIGHT.strong])
        expect(typeface(family, weight).glyphForCodePoint(character.codePointAt(0)!).id).not.toBe(0);
    }
  }
});

test("a word with a mark that no single character has stands in one typeface, its marks with their letters", () => {
  expect(runsOf("Adébáyọ̀ Ojo")).toEqual([
    { text: "Adébáyọ̀", family: MARKS_FAMILY },
    { text: " Ojo", family: FONT_FAMILY },
  ]);
});

/** Glyphs in HarfBuzz's own order and places were compared by eye with what readers of the script write. */
test("letters join and vowels change places as their readers write them", () => {
  const shaped = (name: string) => {
    const [run, ...more] = runsOf(name);
    expect(more).toEqual([]);
    const { glyphs } = typeface(run!.family).layout(run!.text);
    return glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  };
  // The vowel is written before its letter; three letters become one sign.
  expect(shaped("কি")).toEqual(["ি", "ক"]);
  expect(shaped("ক্ষ")).toEqual(["ক্ষ"]);
  expect(shaped("ಕ್ಷಿ")).toHaveLength(1);
  expect(shaped("မေ")).toEqual(["ေ", "မ"]);
  expect(shaped("རྒྱ").join("")).toBe("རྒྱ");
});

test("every letter is copied out once, whatever was laid out before", () => {
  for (const { letters, names } of Object.values(WRITING))
    for (const { text, family } of [letters, ...names].flatMap(runsOf)) {
      if (!SHAPED.has(family)) continue;
      const spelt = typeface(family)
        .layout(text)
        .glyphs.flatMap(({ codePoints }) => codePoints);
      expect(spelt.sort()).toEqual(Array.from(text, (one) => one.codePointAt(0)).sort());
    }
});

test("marks do not pile up over the lines above", () => {
  expect(printable("o\u0336\u0334\u0321\u031b")).toMatch(/\[U\+/);
  expect(printable("\u0301Ann")).toBe("[U+0301]Ann");
});

test("emoji are given by their numbers", () => {
  expect(printable("Ann 👩\u200d🎓")).toBe("Ann [U+1F469 U+200D U+1F393]");
});

test("the typefaces are there, each for characters of its own", async () => {
  for (const { family, characters } of SCRIPT_FONTS) {
    const { characterSet } = typeface(family);
    const own = characterSet.filter((code) => characters.test(String.fromCodePoint(code)));
    expect(own.length, family).toBeGreaterThan(20);
    expect(covers(family, String.fromCodePoint(own[0]!))).toBe(true);
  }
});
