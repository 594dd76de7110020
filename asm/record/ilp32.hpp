
// ---- The device's types ----
//
// Its int32_t is long, and sfpi's functions differ in int and int32_t. Here these are other types of 32 bits, in all
// that is read after this. std::int32_t is the same word.
namespace sfpu_record {
using int32_of_device = wchar_t;
using uint32_of_device = char32_t;
}
using sfpu_int32_t = sfpu_record::int32_of_device;
using sfpu_uint32_t = sfpu_record::uint32_of_device;
namespace std {
using ::sfpu_int32_t;
using ::sfpu_uint32_t;
}
#define int32_t sfpu_int32_t
#define uint32_t sfpu_uint32_t

#endif
