//! about = "Answers as in Node 24: names of languages, regions, scripts, currencies, calendars and fields of dates"

() => {
  const out = {};
  const t = (key, f) => { try { out[key] = String(f()); } catch (e) { out[key] = `${e.name}`; } };
  const names = (locales, options) => new Intl.DisplayNames(locales, options);
  const some = { language: ['de', 'en-GB', 'zh-Hant', 'zh-Hant-TW', 'sr-Cyrl-ME', 'de-MM', 'de-DE-1996', 'es-419', 'xx-YY', 'sh'], region: ['US', 'HK', '419', 'QQ'], script: ['Latn', 'Hans', 'Qaaa'], currency: ['EUR', 'usd', 'DEM', 'XYZ'], calendar: ['gregory', 'islamic-umalqura', 'none'], dateTimeField: ['era', 'weekOfYear', 'dayPeriod'] };
  for (const locale of ['en', 'de-AT', 'fr-CA', 'ja', 'zh']) for (const type in some) t(`${locale} ${type}`, () => some[type].map((code) => names(locale, { type }).of(code)).join(' | '));
  for (const style of ['long', 'short', 'narrow']) t(`en ${style}`, () => ['US', 'GB'].map((code) => names('en', { type: 'region', style }).of(code)) + ' ' + ['hour', 'month'].map((code) => names('en', { type: 'dateTimeField', style }).of(code)) + ' ' + names('en', { type: 'language', style }).of('en-GB'));
  t('standard', () => ['en-GB', 'zh-Hans', 'nl-BE'].map((code) => names('en', { type: 'language', languageDisplay: 'standard' }).of(code)).join(' | '));
  t('none', () => Object.entries(some).map(([type, codes]) => names('en', { type, fallback: 'none' }).of(codes.at(-1))));
  t('resolved', () => JSON.stringify([names('de-CH-u-nu-latn', { type: 'language' }), names(undefined, { type: 'region', style: 'short', fallback: 'none', languageDisplay: 'standard' })].map((made) => made.resolvedOptions())));
  t('supported', () => Intl.DisplayNames.supportedLocalesOf(['de', 'xx', 'en-GB']));
  const wrong = [[], ['en'], ['en', {}], ['en', null], ['en', 5], ['x_x', { type: 'region' }], ['en', { type: 'city' }], ['en', { type: 'region', style: 'x' }], ['en', { type: 'region', fallback: 'x' }], ['en', { type: 'region', languageDisplay: 'x' }]];
  wrong.forEach((options, at) => t(`wrong ${at}`, () => names(...options)));
  t('without new', () => Intl.DisplayNames('en', { type: 'region' }));
  const invalid = { language: ['', 'root', 'en_US', 'en-u-nu-latn', 'x-a', 'i-klingon', 'a'], region: ['', 'USA', '1'], script: ['lat', '12ab'], currency: ['', 'EU', 'EURO', '1AB'], calendar: ['', 'ab', 'abcdefghi', 'a_bc', 'abc-'], dateTimeField: ['', 'Era', 'week'] };
  for (const type in invalid) t(`invalid ${type}`, () => invalid[type].map((code) => { try { return names('en', { type }).of(code); } catch (e) { return e.name; } }));
  t('shape', () => [Intl.DisplayNames.length, Intl.DisplayNames.prototype.of.length, Object.getOwnPropertyNames(Intl.DisplayNames.prototype), Object.prototype.toString.call(names('en', { type: 'region' }))]);

  // Every code of two letters, and what else has names, in all that can be asked for.
  const letters = [...'abcdefghijklmnopqrstuvwxyz'], two = letters.flatMap((a) => letters.map((b) => a + b));
  const upper = two.map((code) => code.toUpperCase());
  const languages = [...two, ...'ace agq ast brx cgg chr dje dsb ebu ewo fil fur gsw haw hsb jmc kde kok ksh lkt luo mas mgo mzn nds nnh nqo nus nyn pcm prg rof sah seh smn teo twq vai vun wae xog yav yue zgh zxx mul cnr sh prs hbs tlh art-lojban zh-hakka sgn-US sgn-826'.split(' '), ...'ar-001 az-Arab de-AT de-CH en-AU en-CA en-GB en-US es-419 es-ES es-MX fa-AF fr-CA fr-CH hi-Latn nds-NL nl-BE pt-BR pt-PT ro-MD sr-ME sw-CD zh-Hans zh-Hant'.split(' ').flatMap((tag) => [tag, `${tag}-fonipa`, `${tag}-1996-rozaj`, tag.length < 7 ? tag.replace('-', '-Latn-') : `${tag}-TW`]), ...upper.map((code) => `uz-Cyrl-${code}`), 'hy-SU', 'en-SU', 'und-Armn-810', 'en-840', 'aa-saaho', 'ca-valencia'];
  const scripts = 'Adlm Arab Aran Armn Beng Bopo Brai Cans Cher Cyrl Cyrs Deva Egyp Ethi Geor Goth Grek Gujr Guru Hang Hani Hans Hant Hebr Hira Hrkt Jpan Kana Khmr Knda Kore Laoo Latf Latn Linb Mlym Mong Mymr Orya Runr Runr Sinh Syrc Taml Telu Tfng Thaa Thai Tibt Visp Yezi Yiii Zinh Zmth Zsye Zsym Zxxx Zyyy Zzzz'.split(' ');
  const currencies = upper.flatMap((code) => ['A', 'D', 'F', 'K', 'N', 'P', 'R', 'S', 'X'].map((last) => code + last));
  const calendars = 'buddhist chinese coptic dangi ethioaa ethiopic ethiopic-amete-alem gregory hebrew indian islamic islamic-civil islamic-rgsa islamic-tbla islamic-umalqura iso8601 japanese persian roc'.split(' ');
  const fields = 'era year quarter month weekOfYear weekday day dayPeriod hour minute second timeZoneName'.split(' ');
  const all = { language: languages, region: [...upper, '001', '150', '419', '202', '840'], script: scripts, currency: currencies, calendar: calendars, dateTimeField: fields };
  for (const locale of ['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA', 'fr-CH', 'es-ES', 'es-MX', 'it-IT', 'pt-BR', 'pt-PT', 'nl-NL', 'sv-SE', 'pl-PL', 'ja-JP', 'zh-CN']) {
    let hash = 7, count = 0;
    for (const type in all) for (const style of type === 'currency' ? ['long'] : ['long', 'short', 'narrow']) for (const languageDisplay of type === 'language' ? ['dialect', 'standard'] : [undefined]) {
      const made = names(locale, { type, style, languageDisplay, fallback: style === 'short' ? 'none' : 'code' });
      for (const code of all[type]) {
        const name = `${made.of(code)}`;
        for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
        count += 1;
      }
    }
    out[`all ${locale}`] = `${hash} of ${count}`;
  }
  return out;
}
//= result: {
//=   "en language": "German | British English | Traditional Chinese | Chinese (Traditional, Taiwan) | Serbian (Cyrillic, Montenegro) | German (Myanmar [Burma]) | German (Germany, German orthography of 1996) | Latin American Spanish | xx (YY) | Serbian (Latin)",
//=   "en region": "United States | Hong Kong SAR China | Latin America | QQ",
//=   "en script": "Latin | Simplified | Qaaa",
//=   "en currency": "Euro | US Dollar | German Mark | XYZ",
//=   "en calendar": "Gregorian Calendar | Hijri Calendar (Umm al-Qura) | none",
//=   "en dateTimeField": "era | week | AM/PM",
//=   "de-AT language": "Deutsch | Englisch (Vereinigtes Königreich) | Chinesisch (traditionell) | Chinesisch (Traditionell, Taiwan) | Serbisch (Kyrillisch, Montenegro) | Deutsch (Myanmar) | Deutsch (Deutschland, Neue deutsche Rechtschreibung) | Spanisch (Lateinamerika) | xx (YY) | Serbisch (Lateinisch)",
//=   "de-AT region": "Vereinigte Staaten | Sonderverwaltungsregion Hongkong | Lateinamerika | QQ",
//=   "de-AT script": "Lateinisch | Vereinfacht | Qaaa",
//=   "de-AT currency": "Euro | US-Dollar | Deutsche Mark | XYZ",
//=   "de-AT calendar": "Gregorianischer Kalender | Hidschra-Kalender (Umm al-Qura) | none",
//=   "de-AT dateTimeField": "Epoche | Woche | Tageshälfte",
//=   "fr-CA language": "allemand | anglais britannique | chinois traditionnel | chinois (idéogrammes han traditionnels, Taïwan) | serbe (cyrillique, Monténégro) | allemand (Myanmar) | allemand (Allemagne, orthographe allemande de 1996) | espagnol d’Amérique latine | xx (YY) | serbe (latin)",
//=   "fr-CA region": "États-Unis | R.A.S. chinoise de Hong Kong | Amérique latine | QQ",
//=   "fr-CA script": "latin | idéogrammes han simplifiés | Qaaa",
//=   "fr-CA currency": "euro | dollar des États-Unis | mark allemand | XYZ",
//=   "fr-CA calendar": "calendrier grégorien | calendrier hégirien (Umm al-Qura) | none",
//=   "fr-CA dateTimeField": "ère | semaine | cadran",
//=   "ja language": "ドイツ語 | イギリス英語 | 繁体中国語 | 中国語 (繁体字、台湾) | セルビア語 (キリル文字、モンテネグロ) | ドイツ語 (ミャンマー [ビルマ]) | ドイツ語 (ドイツ、ドイツ語正書法[1996]) | スペイン語 (ラテンアメリカ) | xx (YY) | セルビア語 (ラテン文字)",
//=   "ja region": "アメリカ合衆国 | 中華人民共和国香港特別行政区 | ラテンアメリカ | QQ",
//=   "ja script": "ラテン文字 | 簡体字 | Qaaa",
//=   "ja currency": "ユーロ | 米ドル | ドイツ マルク | XYZ",
//=   "ja calendar": "西暦(グレゴリオ暦) | イスラム暦(ウンム・アルクラー) | none",
//=   "ja dateTimeField": "時代 | 週 | 午前/午後",
//=   "zh language": "德语 | 英国英语 | 繁体中文 | 中文（繁体，台湾） | 塞尔维亚语（西里尔文，黑山） | 德语（缅甸） | 德语（德国，1996 年德文拼字） | 拉丁美洲西班牙语 | xx（YY） | 塞尔维亚语（拉丁文）",
//=   "zh region": "美国 | 中国香港特别行政区 | 拉丁美洲 | QQ",
//=   "zh script": "拉丁文 | 简体 | Qaaa",
//=   "zh currency": "欧元 | 美元 | 德国马克 | XYZ",
//=   "zh calendar": "公历 | 伊斯兰历（乌姆库拉） | none",
//=   "zh dateTimeField": "纪元 | 周 | 上午/下午",
//=   "en long": "United States,United Kingdom hour,month British English",
//=   "en short": "US,UK hr.,mo. UK English",
//=   "en narrow": "US,UK hr,mo UK English",
//=   standard: "English (United Kingdom) | Chinese (Simplified) | Dutch (Belgium)",
//=   none: "Serbian (Latin),,,,,AM/PM",
//=   resolved: "[{\"locale\":\"de-CH\",\"style\":\"long\",\"type\":\"language\",\"fallback\":\"code\",\"languageDisplay\":\"dialect\"},{\"locale\":\"en-US\",\"style\":\"short\",\"type\":\"region\",\"fallback\":\"none\"}]",
//=   supported: "de,en-GB",
//=   "wrong 0": "TypeError",
//=   "wrong 1": "TypeError",
//=   "wrong 2": "TypeError",
//=   "wrong 3": "TypeError",
//=   "wrong 4": "TypeError",
//=   "wrong 5": "RangeError",
//=   "wrong 6": "RangeError",
//=   "wrong 7": "RangeError",
//=   "wrong 8": "RangeError",
//=   "wrong 9": "RangeError",
//=   "without new": "TypeError",
//=   "invalid language": "RangeError,RangeError,RangeError,RangeError,RangeError,RangeError,RangeError",
//=   "invalid region": "RangeError,RangeError,RangeError",
//=   "invalid script": "RangeError,RangeError",
//=   "invalid currency": "RangeError,RangeError,RangeError,RangeError",
//=   "invalid calendar": "RangeError,RangeError,RangeError,RangeError,RangeError",
//=   "invalid dateTimeField": "RangeError,RangeError,RangeError",
//=   shape: "2,1,constructor,resolvedOptions,of,[object Intl.DisplayNames]",
//=   "all en-US": "-1187763522 of 17451",
//=   "all en-GB": "1923215219 of 17451",
//=   "all en-CA": "-1741792780 of 17451",
//=   "all en-AU": "87080508 of 17451",
//=   "all en-IN": "-1212596687 of 17451",
//=   "all de-DE": "-622238200 of 17451",
//=   "all de-AT": "-247701914 of 17451",
//=   "all de-CH": "-1242993349 of 17451",
//=   "all fr-FR": "-1034785281 of 17451",
//=   "all fr-CA": "-1318114788 of 17451",
//=   "all fr-CH": "-1562053801 of 17451",
//=   "all es-ES": "-909841732 of 17451",
//=   "all es-MX": "-1634605202 of 17451",
//=   "all it-IT": "1405806335 of 17451",
//=   "all pt-BR": "881146764 of 17451",
//=   "all pt-PT": "-1527216580 of 17451",
//=   "all nl-NL": "-1063652479 of 17451",
//=   "all sv-SE": "208774963 of 17451",
//=   "all pl-PL": "1982712923 of 17451",
//=   "all ja-JP": "-1345681614 of 17451",
//=   "all zh-CN": "218907842 of 17451",
//= }
