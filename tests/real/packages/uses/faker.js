import { Faker, base, en } from "@faker-js/faker";

export default () => {
  const faker = new Faker({ locale: [en, base], seed: 42 });
  faker.setDefaultRefDate("2024-01-01T00:00:00.000Z");
  return {
    person: [faker.person.fullName(), faker.person.jobTitle(), faker.person.sex()],
    internet: [faker.internet.email({ firstName: "Ann", lastName: "Bee" }), faker.internet.ipv4(), faker.internet.userAgent().length > 10, faker.internet.url(), faker.internet.mac()],
    numbers: [faker.number.int({ min: 5, max: 500 }), faker.number.float({ multipleOf: 0.25, max: 9 }), String(faker.number.bigInt({ max: 10n ** 18n })), faker.number.hex({ max: 65535 })],
    text: [faker.lorem.sentence(), faker.lorem.slug(), faker.word.noun(), faker.hacker.phrase()],
    dates: [faker.date.past().toISOString(), faker.date.between({ from: "2020-01-01", to: "2021-01-01" }).toISOString(), faker.date.weekday()],
    helpers: [faker.helpers.arrayElements([1, 2, 3, 4, 5], 3), faker.helpers.shuffle(["a", "b", "c"]), faker.helpers.fake("{{location.city}} {{number.int({\"max\": 9})}}"), faker.helpers.fromRegExp("[A-C]{3}-[0-9]{2}"), faker.helpers.mustache("{{x}}!", { x: "y" })],
    place: [faker.location.streetAddress(), faker.location.zipCode(), faker.location.latitude()],
    more: [faker.string.uuid(), faker.string.alphanumeric(8), faker.color.rgb(), faker.finance.iban(), faker.commerce.price(), faker.datatype.boolean()],
    many: faker.helpers.multiple(() => faker.animal.type(), { count: 3 }),
    unique: faker.helpers.uniqueArray(faker.person.firstName, 5),
  };
};
