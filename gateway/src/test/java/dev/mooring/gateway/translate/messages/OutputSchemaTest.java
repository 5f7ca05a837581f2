package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas as Anthropic's API enforces them. */
class OutputSchemaTest {

  @Test
  void objectsAreClosedAtEveryDepthAndTheOrderStays() {
    assertThat(
            enforced(
                "{'properties':{'b':{'type':'array','items':{'type':'object','properties':"
                    + "{'c':{'type':'null'}}}},'a':{'$ref':'#/$defs/d'}},'type':'object',"
                    + "'$defs':{'d':{'type':'object','properties':{'e':{}}}}}"))
        .isEqualTo(
            "{'properties':{'b':{'type':'array','items':{'type':'object','properties':"
                + "{'c':{'type':'null'}},'additionalProperties':false}},'a':{'$ref':'#/$defs/d'}},"
                + "'type':'object','$defs':{'d':{'type':'object','properties':{'e':{}},"
                + "'additionalProperties':false}},'additionalProperties':false}");
  }

  @Test
  void limitsAreToldInTheDescription() {
    assertThat(
            enforced(
                "{'type':'string','description':'A name.','minLength':1,'maxLength':5,"
                    + "'format':'slug'}"))
        .isEqualTo(
            "{'type':'string',"
                + "'description':'A name. (minLength: 1, maxLength: 5, format: \\'slug\\')'}");
    assertThat(enforced("{'type':'string','format':'email'}"))
        .isEqualTo("{'type':'string','format':'email'}");
  }

  @Test
  void oneOfBecomesAnyOf() {
    assertThat(enforced("{'oneOf':[{'type':'string'},{'type':'integer','maximum':3}]}"))
        .isEqualTo(
            "{'anyOf':[{'type':'string'}," + "{'type':'integer','description':'(maximum: 3)'}]}");
  }

  @Test
  void aPropertyMayHaveTheNameOfALimit() {
    assertThat(enforced("{'type':'object','properties':{'pattern':{'type':'string'}}}"))
        .contains("'pattern':{'type':'string'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'type':'object','properties':{'a':{'type':'string'}}}; true",
        "{'type':'object','properties':{'a':{}},'additionalProperties':false}; true",
        "{'type':'object'}; false",
        "{'type':'object','properties':{'a':{}},'additionalProperties':true}; false",
        "{'type':'object','properties':{'a':{}},'additionalProperties':{}}; false",
        "{'type':'array','items':{'type':'object'}}; false",
        "{'anyOf':[{'type':'string'},{'type':'object'}]}; false",
        "{'$defs':{'a':{'type':'object'}},'type':'string'}; false",
        "{'patternProperties':{}}; false"
      })
  void aSchemaWithFreeNamesCannotBeEnforced(String schema, boolean enforceable) {
    assertThat(OutputSchema.enforceable(Written.json(schema))).isEqualTo(enforceable);
  }

  private static String enforced(String schema) {
    return OutputSchema.enforced(Written.json(schema)).toString().replace('"', '\'');
  }
}
